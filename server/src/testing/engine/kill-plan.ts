import type { Stage } from '../../engine/tuning.ts'

/** When a worker of kill-process.ts dies. */
export interface KillPlan {
  stage: Stage
  /** How often the stage is reached before. */
  after: number
}

/** In the data directory of the worker's supervisor. */
export const PLAN_FILE = 'kill-plan.json'
