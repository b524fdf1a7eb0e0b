import { readFileSync } from 'node:fs'

/** What a JSON text says; undefined for what is none. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a file of JSON says; undefined where there is none. */
export function readJsonFile(path: string): unknown {
  try {
    return readJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
