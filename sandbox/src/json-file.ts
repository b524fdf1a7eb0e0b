import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { readJsonFile } from './json.ts'

/** State that survives a restart, in one JSON file of the data directory. */
export class JsonFile<Schema extends z.ZodType> {
  /** Change it, then call `save`. */
  content: z.output<Schema>
  readonly #path: string
  #writing: Promise<void> = Promise.resolve()

  /** Opens `name` in `directory`. An unreadable file counts as `{}`, which the schema must accept. */
  constructor(directory: string, name: string, schema: Schema) {
    this.#path = join(directory, name)
    this.content = schema.safeParse(readJsonFile(this.#path)).data ?? schema.parse({})
  }

  /** Writes the whole file under a temporary name, then renames it. Writes run one after the other. */
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
