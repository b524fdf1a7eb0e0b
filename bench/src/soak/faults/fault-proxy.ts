/**
 * The proxy between the product and the providers. It forwards outgoing bytes, and can be made to cause faults. It forwards incoming calls
 * to the product: it makes some twice at the same time and some much later, and holds back some answers of providers for so long that the
 * message's reports arrive first.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'

/**
 * `unreachable`: no connection is answered, and open ones are closed. `late`: messages arrive, their answers do not. `rubbish`: messages
 * arrive and are answered with 200 and a meaningless body.
 */
export type ProxyMode = 'open' | 'unreachable' | 'late' | 'rubbish'

export interface FaultProxyOrder {
  /** Ports of the providers. */
  targets: readonly number[]
  productPort: number
}

/**
 * Calls of hooks so far; `waiting`: late ones that have not come yet; `strange`: answered with anything but yes; `broken`:
 * connections to the product that broke before its answer, after which it was asked again.
 */
export interface FaultProxyReport {
  calls: number
  twice: number
  late: number
  waiting: number
  strange: number
  broken: number
}

export interface FaultProxy extends Disposable {
  /** Where the providers are reached, in the order of the targets. */
  ports: readonly number[]
  /** Where the product is reached from outside. */
  hooksPort: number
  turn(mood: ProxyMode): Promise<void>
  report(): Promise<FaultProxyReport>
}

export async function startFaultProxy(order: FaultProxyOrder): Promise<FaultProxy> {
  const child = fork(new URL('../../faults-proxy-process.ts', import.meta.url))
  const ask = async <T>(what: FaultProxyOrder | ProxyMode | 'report'): Promise<T> => {
    child.send(what)
    const [answer] = (await once(child, 'message')) as [T]
    return answer
  }
  const { ports, hooksPort } = await ask<Pick<FaultProxy, 'ports' | 'hooksPort'>>(order)
  return {
    ports,
    hooksPort,
    turn: mood => ask(mood),
    report: () => ask('report'),
    [Symbol.dispose]: () => child.disconnect(),
  }
}
