import { readFileSync } from 'node:fs'

/** Parses JSON; undefined if the text is invalid. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses a JSON file; undefined if it does not exist or is invalid. */
export function readJsonFile(path: string): unknown {
  try {
    return readJson(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
