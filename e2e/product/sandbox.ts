/** Messages that the sandbox received, as returned by its API. */
import { waitFor } from './wait-for.ts'

export interface MailRow {
  id: string
  to: string
  from: string
  from_name: string
  subject: string
  text: string
}

export interface Mail extends MailRow {
  /** Names in lower case. */
  headers: Record<string, string>
  html: string
  raw: string
  links: string[]
  attachments: { filename: string; content_type: string; size: number }[]
}

export interface Sandbox {
  /** The newest mail to an address that fits; waits for it. */
  mailTo(to: string, fits?: (row: MailRow) => boolean): Promise<Mail>
  /** How many mails an address got. */
  countTo(to: string): Promise<number>
  /** All mails that these words occur in. */
  mailsWith(words: string): Promise<Mail[]>
}

const PER_PAGE = 100

/** The sandbox whose pages are at this address. */
export function sandboxAt(url: string): Sandbox {
  const list = async (query: Record<string, string>) => {
    const { data, headers } = await read<MailRow[]>(`${url}/api/messages?${new URLSearchParams(query)}`)
    return { rows: data, total: Number(headers.get('x-notifly-total-count')) }
  }
  return {
    async mailTo(to, fits = () => true) {
      const row = await waitFor(`a mail to ${to}`, async () => (await list({ to })).rows.find(fits))
      return (await read<Mail>(`${url}/api/messages/${row.id}`)).data
    },
    async countTo(to) {
      return (await list({ to })).total
    },
    async mailsWith(words) {
      const mails: Mail[] = []
      for (let page = 1; ; page += 1) {
        const { rows, total } = await list({ search: words, page: String(page), per_page: String(PER_PAGE) })
        const whole = await Promise.all(rows.map(row => read<Mail>(`${url}/api/messages/${row.id}`)))
        mails.push(...whole.map(({ data }) => data))
        if (rows.length === 0 || mails.length >= total) return mails
      }
    },
  }
}

async function read<Data>(url: string): Promise<{ data: Data; headers: Headers }> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The sandbox answered ${response.status} to ${url}`)
  return { data: ((await response.json()) as { data: Data }).data, headers: response.headers }
}
