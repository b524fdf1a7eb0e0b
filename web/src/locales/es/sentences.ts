export const sentences = import.meta.glob<Record<string, string>>('./sentences/*.json', {
  eager: true,
  import: 'default',
})
