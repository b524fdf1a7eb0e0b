/** Declares work for threads, and the messages between both sides. */
import type { AppError } from '../app-error.ts'

/** Why work was stopped: too much time, memory, or output. */
export type StopReason = 'time' | 'memory' | 'size'

export interface WorkLimits {
  /**
   * Processor time of the thread in milliseconds, for the whole piece of work. Wall-clock time may be ten times as long, for busy machines.
   */
  timeMs: number
  /** Longest input, in characters of its texts and bytes of its buffers. Absent if the input is bounded already. */
  inputMax?: number
  /** Longest answer, and longest piece of a stream, measured in the same way. */
  outputMax: number
}

/** One kind of work: a function of a module that the thread loads, with its limits. */
export interface Work<Input, Output, Piece> extends WorkLimits {
  /** URL of the module. */
  module: string
  /** Name of its exported function. */
  task: string
  /** The error for work that exceeds a limit. */
  refusal(reason: StopReason): Error
  /** Never set: carries the types. */
  types?: { input: Input; output: Output; piece: Piece }
}

/** What a task gets beside its input. */
export interface TaskContext {
  /** Moves these buffers to the owner with the value, which is an answer or a piece, instead of copying them. */
  moving<Value extends object>(value: Value, buffers: ArrayBuffer[]): Value
  /** Returns a buffer that the owner of a stream gave back, to be filled again. */
  returned(): ArrayBuffer | undefined
}

type Task = (input: never, context: TaskContext) => unknown
type InputOf<T> = T extends (input: infer Input, context: TaskContext) => unknown ? Input : never
type ResultOf<T> = T extends (...args: never[]) => infer Result ? Result : never
type OutputOf<T> =
  // A task that only throws has neither.
  [ResultOf<T>] extends [never]
    ? never
    : ResultOf<T> extends AsyncGenerator<unknown, infer Output>
      ? Output
      : Awaited<ResultOf<T>>
type PieceOf<T> = [ResultOf<T>] extends [never]
  ? never
  : ResultOf<T> extends AsyncGenerator<infer Piece, unknown>
    ? Piece
    : never

/**
 * Declares kinds of work by the module that does them: `workOf<typeof tasks>(new URL('./x-work.ts', import.meta.url))('render', {...})`.
 * Inputs, answers and pieces are plain data, as `structuredClone` takes it. A task throws AppError for what its caller should read; an
 * async generator is a stream.
 */
export function workOf<Tasks extends object>(module: URL) {
  return <Name extends keyof Tasks & string>(
    task: Tasks[Name] extends Task ? Name : never,
    limits: WorkLimits & Pick<Work<never, never, never>, 'refusal'>,
  ): Work<InputOf<Tasks[Name]>, OutputOf<Tasks[Name]>, PieceOf<Tasks[Name]>> => ({
    module: module.href,
    task,
    ...limits,
  })
}

export interface StartMessage {
  kind: 'start'
  module: string
  task: string
  input: unknown
  outputMax: number
}

export type ToThread = StartMessage | { kind: 'more'; returned?: ArrayBuffer }

export type FromThread =
  | { kind: 'loaded' }
  | { kind: 'piece'; value: unknown }
  | { kind: 'done'; value: unknown }
  | { kind: 'too_large' }
  | { kind: 'refused'; error: Pick<AppError, 'error' | 'sentence' | 'errors' | 'data' | 'retryAfterSeconds'> }
  | { kind: 'failed'; error: unknown }
