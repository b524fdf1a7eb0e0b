import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'

/** What a part of the sandbox remembers beyond a restart: one JSON file of the data directory. */
export class KeptFile<Content> {
  /** Change it, then `save`. */
  content: Content
  readonly #path: string
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, content: Content) {
    this.#path = path
    this.content = content
  }

  /** Opens `name` in `directory`; an unreadable file counts as `{}`, which the schema has to take. */
  static async open<Schema extends z.ZodType>(
    directory: string,
    name: string,
    schema: Schema,
  ): Promise<KeptFile<z.output<Schema>>> {
    const path = join(directory, name)
    const text = await readFile(path, 'utf8').catch(() => '{}')
    return new KeptFile(path, schema.safeParse(parse(text)).data ?? schema.parse({}))
  }

  /** Writes it whole, under another name first; one write after the other. */
  save(): Promise<void> {
    const write = async (): Promise<void> => {
      const temporary = `${this.#path}.tmp`
      await writeFile(temporary, JSON.stringify(this.content, null, 2), { mode: 0o600 })
      await rename(temporary, this.#path)
    }
    this.#writing = this.#writing.then(write, write)
    return this.#writing
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
