/**
 * Takes from React's development build, before it loads, what no test looks at: a stack for each of the first ten thousand elements of a
 * second, to name components in its warnings (its own counter is made to say that those are over), and notes on each rendering for the
 * browser's performance panel. A tenth of the time of all web tests.
 */
import * as React from 'react'

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { recentlyCreatedOwnerStacks: number }
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set() {} })
// React writes such notes where this is a function.
Reflect.deleteProperty(console, 'timeStamp')
