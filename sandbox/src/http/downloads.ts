/** A Content-Disposition that saves the file under its name, whatever letters the name has (RFC 6266). */
export function contentDisposition(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%/]/g, '_').slice(0, 150)
  const encoded = encodeURIComponent(filename.slice(0, 150).toWellFormed()).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
