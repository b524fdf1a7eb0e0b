export const TRIGGERS_TO_FOLLOW = [] as const
