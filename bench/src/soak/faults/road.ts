/**
 * The road between product and providers. Outwards it passes bytes on, and can be made to do harm. Inwards it carries what calls
 * the product: some calls come twice at the same time, some much later, and some answers of providers are held for so long that
 * the message's reports come before them.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * `unreachable`: no connection is answered, and open ones are cut off. `late`: messages arrive, their answers do not. `rubbish`:
 * messages arrive, and are answered 200 with something that means nothing.
 */
export type Mood = 'open' | 'unreachable' | 'late' | 'rubbish'

export interface RoadOrder {
  /** Ports of the providers. */
  targets: readonly number[]
  productPort: number
}

/**
 * Calls of hooks so far; `waiting`: late ones that have not come yet; `strange`: answered with anything but yes; `broken`:
 * connections to the product that broke before its answer, after which it was asked again.
 */
export interface RoadReport {
  calls: number
  twice: number
  late: number
  waiting: number
  strange: number
  broken: number
}

export interface Road extends Disposable {
  /** Where the providers are reached, in the order of the targets. */
  ports: readonly number[]
  /** Where the product is reached from outside. */
  hooksPort: number
  turn(mood: Mood): Promise<void>
  report(): Promise<RoadReport>
}

export async function startRoad(order: RoadOrder): Promise<Road> {
  const child = fork(new URL('../../faults-road-process.ts', import.meta.url))
  const ask = async <T>(what: RoadOrder | Mood | 'report'): Promise<T> => {
    child.send(what)
    const [answer] = (await once(child, 'message')) as [T]
    return answer
  }
  const { ports, hooksPort } = await ask<Pick<Road, 'ports' | 'hooksPort'>>(order)
  return {
    ports,
    hooksPort,
    turn: mood => ask(mood),
    report: () => ask('report'),
    [Symbol.dispose]: () => child.disconnect(),
  }
}
