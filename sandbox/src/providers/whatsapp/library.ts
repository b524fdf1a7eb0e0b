// State in memory only: uploads, and who wrote recently. It is lost on a restart, just as WhatsApp deletes media after
// 30 days.

export interface StoredMedia {
  id: string
  type: string
  sizeBytes: number
  sha256: string
}

/** The newest message to a number, and the labels of its quick replies. */
interface Newest {
  wamid: string
  replies: string[]
}

interface Upload {
  type: string
  lengthBytes: number
}

const SESSION_MS = 24 * 3_600_000
const MAX_KEPT = 1000

export class Library {
  readonly #media = new Map<string, StoredMedia>()
  readonly #uploads = new Map<string, Upload>()
  readonly #wroteAtMs = new Map<string, number>()
  readonly #numbers = new Set<string>()
  readonly #newest = new Map<string, Newest>()

  keepMedia(media: StoredMedia): void {
    keep(this.#media, media.id, media)
  }

  media(id: string): StoredMedia | undefined {
    return this.#media.get(id)
  }

  beginUpload(id: string, upload: Upload): void {
    keep(this.#uploads, id, upload)
  }

  takeUpload(id: string): Upload | undefined {
    const upload = this.#uploads.get(id)
    this.#uploads.delete(id)
    return upload
  }

  sent(digits: string, number: string, message: Newest): void {
    keep(this.#newest, pair(digits, number), message)
  }

  newest(digits: string, number: string): Newest | undefined {
    return this.#newest.get(pair(digits, number))
  }

  wrote(digits: string, number: string): void {
    keep(this.#wroteAtMs, pair(digits, number), Date.now())
  }

  /** Whether a number may write to a person without a template. */
  isOpen(digits: string, number: string): boolean {
    return (this.#wroteAtMs.get(pair(digits, number)) ?? 0) > Date.now() - SESSION_MS
  }

  useNumber(id: string): void {
    this.#numbers.delete(id)
    this.#numbers.add(id)
  }

  get numbers(): readonly string[] {
    return [...this.#numbers]
  }

  get lastNumber(): string | undefined {
    return this.numbers.at(-1)
  }
}

/** A person and one of our numbers; a session between them does not apply to other numbers. */
function pair(digits: string, number: string): string {
  return `${digits} ${number}`
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > MAX_KEPT && oldest !== undefined) map.delete(oldest)
}
