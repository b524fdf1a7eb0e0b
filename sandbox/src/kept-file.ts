import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { readJsonFile } from './json.ts'

/** What a part of the sandbox remembers beyond a restart: one JSON file of the data directory. */
export class KeptFile<Schema extends z.ZodType> {
  /** Change it, then `save`. */
  content: z.output<Schema>
  readonly #path: string
  #writing: Promise<void> = Promise.resolve()

  /** Opens `name` in `directory`; an unreadable file counts as `{}`, which the schema has to take. */
  constructor(directory: string, name: string, schema: Schema) {
    this.#path = join(directory, name)
    this.content = schema.safeParse(readJsonFile(this.#path)).data ?? schema.parse({})
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
