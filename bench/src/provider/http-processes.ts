/** The HTTP server that receives messages and the simplest client of it, each in its own process. */
import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface HttpSink extends AsyncDisposable {
  origin: string
  pid: number
  /** Messages taken since it started. */
  messages(): Promise<number>
}

/** The answer to every request. */
export interface SinkAnswer {
  /** Number and words. */
  status: string
  headers: Record<string, string>
  body: string
}

export async function startHttpSink(answer: SinkAnswer): Promise<HttpSink> {
  const child = fork(new URL('../http-sink-process.ts', import.meta.url), [JSON.stringify(answer)])
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async messages() {
      child.send('report')
      const [report] = (await once(child, 'message')) as [{ messages: number }]
      return report.messages
    },
    async [Symbol.asyncDispose]() {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

export interface Posting {
  origin: string
  path: string
  /** In turn. */
  headers: readonly Record<string, string>[]
  /** Posted in turn. */
  bodies: readonly string[]
  count: number
  connections: number
}

/** An undici pool that posts bodies and reads answers. */
export function startPoster() {
  const child = fork(new URL('../http-client-process.ts', import.meta.url))
  return {
    pid: child.pid ?? 0,
    /** Seconds for all of them. Rejects with an answer that is no success. */
    async post(posting: Posting): Promise<number> {
      child.send(posting)
      const [answer] = (await once(child, 'message')) as [{ seconds: number } | { refusal: string }]
      if ('refusal' in answer) throw new Error(answer.refusal)
      return answer.seconds
    },
    async [Symbol.asyncDispose](): Promise<void> {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
