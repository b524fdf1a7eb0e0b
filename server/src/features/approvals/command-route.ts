import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import { type AnyEndpoint, heldRoute, type Http, type Input, type Output, uuidIn } from '../../http/route.ts'
import type { Command } from './command.ts'
import { perform } from './perform.ts'

/**
 * Serves an endpoint by a command: done at once for whoever may approve it, stored as a request (202) for everybody else.
 * The endpoint declares `held: true` and the same activity and level, and takes `reopens` in its body or query.
 */
export function commandRoute<E extends AnyEndpoint, Payload>(
  http: Http,
  deps: Deps,
  endpoint: E,
  command: Command<Payload, Output<E>>,
  toPayload: (input: Input<E> & { caller: ApplicationCaller }) => Payload | Promise<Payload>,
): void {
  if (endpoint.held !== true) throw new Error(`${endpoint.method} ${endpoint.path} does not say that it can be held`)
  heldRoute(http, endpoint, async input => {
    const given = input as Input<E> & { caller: ApplicationCaller }
    const reopens = uuidIn(given.body, 'reopens') ?? uuidIn(given.query, 'reopens')
    // What no command knows, such as `reopens`, goes away; the rest is what can be read again when it is approved.
    const payload = command.payload.parse(await toPayload(given))
    return perform(deps, given.caller, command, payload, { endpoint: endpoint.path, reopens })
  })
}
