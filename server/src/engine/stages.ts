/** Where a worker is. The tests that kill workers do it between any two of these; nothing else listens. */
export const STAGES = ['claimed', 'checked', 'rendered', 'intent', 'answered', 'flush', 'flushed', 'completed'] as const

export type Stage = (typeof STAGES)[number]
