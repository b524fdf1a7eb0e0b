/** Tasks of threads for the tests of the pool: well-behaved ones and others. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'
import { AppError, invalidField } from '../lib/app-error.ts'
import type { TaskContext } from '../lib/work-pool/work.ts'

export function double(number: number): number {
  return number * 2
}

export function whichThread(_input: null): number {
  return threadId
}

export function whichPriority(_input: null): number {
  return getPriority()
}

export function loopForEver(_input: null): number {
  for (let count = 0; ; count += 1) if (count < 0) return count
}

export function fillMemory(_input: null): number {
  const kept: object[] = []
  for (;;) kept.push({ kept: kept.length })
}

const kept: Uint8Array[] = []

/** Holds on to so many MiB. */
export function keepMemory(megabytes: number): number {
  return kept.push(new Uint8Array(megabytes * 1_048_576)) * megabytes
}

export function say(length: number): string {
  return 'x'.repeat(length)
}

export function refuse(field: string): never {
  throw invalidField(field, sentence('fields.format'))
}

export function refuseLater(_input: null): Promise<never> {
  return Promise.reject(new AppError('conflict'))
}

export function fail(_input: null): never {
  throw new TypeError('a defect')
}

/** Answers each buffer's number, and whether it came back from the owner. */
export async function* buffers(count: number, { moving, returned }: TaskContext) {
  let reused = 0
  for (let no = 0; no < count; no++) {
    const used = returned()
    if (used !== undefined) reused += 1
    const bytes = new Uint8Array(used ?? new ArrayBuffer(8))
    bytes[0] = no
    const piece = { no, bytes }
    yield moving(piece, [bytes.buffer])
  }
  return { reused }
}

export async function* withoutEnd(_input: null): AsyncGenerator<number, void> {
  for (let no = 0; ; no++) yield no
}
