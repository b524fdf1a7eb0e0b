import { addressOf, type AnyEndpoint, type Input } from './client.ts'
import { authorized } from './session.ts'
import { countCall } from './signals.ts'

/** Downloads a file as the signed-in user and saves it under the server's file name. Throws ApiError. */
export async function download<E extends AnyEndpoint>(
  endpoint: E,
  input: Input<E>,
  fallbackName = 'download',
): Promise<void> {
  const done = countCall()
  try {
    const response = await authorized({ method: endpoint.method, path: addressOf(endpoint, input), accept: '*/*' })
    saveFile(await response.blob(), fileNameOf(response.headers.get('Content-Disposition')) ?? fallbackName)
  } finally {
    done()
  }
}

/** Saves bytes that are already here as a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken over the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** The file name of a Content-Disposition header; the encoded form (RFC 6266) wins over the plain one. */
export function fileNameOf(header: string | null): string | undefined {
  const encoded = header?.match(/filename\*=UTF-8''([^;]+)/i)?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return header
    ?.match(/filename="([^"]*)"|filename=([^;]+)/i)
    ?.slice(1)
    .find(Boolean)
    ?.trim()
}
