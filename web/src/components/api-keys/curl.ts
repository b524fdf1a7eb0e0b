interface Command {
  method: string
  url: string
  /** Name and password separated by a colon, or placeholders for them. */
  user?: string | undefined
  headers?: Readonly<Record<string, string>>
  data?: string | undefined
}

/** A call as a curl command for a POSIX shell. */
export function curlCommand({ method, url, user, headers = {}, data }: Command): string {
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...(user === undefined ? [] : [`-u ${quoted(user)}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(data === undefined ? [] : [`--data-raw ${quoted(data)}`]),
  ].join(' \\\n  ')
}

/** In single quotes no character is special to a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
