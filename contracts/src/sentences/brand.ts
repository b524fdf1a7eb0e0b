export const brand = {
  'brand.color': 'Enter a color like #443df6.',
  'brand.link': 'Enter a URL that starts with https://.',
  'brand.logoGone': 'This image is no longer in the library.',
} as const
