import type { ApplicationCaller } from '../../http/caller.ts'
import type { Deps } from '../../http/deps.ts'
import {
  type AnyEndpoint,
  heldRoute,
  type Http,
  type Input,
  type Outcome,
  type Output,
  uuidIn,
} from '../../http/route.ts'
import type { Command } from './command.ts'
import { perform } from './perform.ts'

/**
 * Serves an endpoint by a command: done at once for a caller who may approve it, stored as a request (202) for all others.
 * The endpoint declares `held: true` and the same activity and level, and takes `reopens` in its body or query.
 */
export function commandRoute<E extends AnyEndpoint, Payload>(
  http: Http,
  deps: Deps,
  endpoint: E,
  command: Command<Payload, Output<E>>,
  toPayload: (input: Given<E>) => Payload | Promise<Payload>,
): void {
  chosenCommandRoute(http, deps, endpoint, async (given, act) => act(command, await toPayload(given)))
}

type Given<E extends AnyEndpoint> = Input<E> & { caller: ApplicationCaller }
type Act = <Payload, Result>(command: Command<Payload, Result>, payload: Payload) => Promise<Outcome<Result>>

/** The same where the input says which command it is. Each demands the level that it declares itself. */
export function chosenCommandRoute<E extends AnyEndpoint>(
  http: Http,
  deps: Deps,
  endpoint: E,
  choose: (input: Given<E>, act: Act) => Promise<Outcome<Output<E>>>,
): void {
  if (endpoint.held !== true) throw new Error(`${endpoint.method} ${endpoint.path} does not say that it can be held`)
  heldRoute(http, endpoint, async input => {
    const given = input as Given<E>
    const reopens = uuidIn(given.body, 'reopens') ?? uuidIn(given.query, 'reopens')
    // What no command knows, such as `reopens`, goes away; the rest is what can be read again when it is approved.
    return choose(given, (command, payload) =>
      perform(deps, given.caller, command, command.payload.parse(payload), { endpoint: endpoint.path, reopens }),
    )
  })
}
