/**
 * How many rows PostgreSQL expects of a statement, from its plan as JSON. Where the rows are on other machines the coordinator's plan
 * says nothing of their number: what it would ask these machines has plans of its own, of which Citus shows one or all.
 */

/** The answer of `explain (format json)`. */
export interface ExplainRow {
  'QUERY PLAN': readonly Explained[]
}

interface Explained {
  Plan: Plan
}

interface Plan {
  'Plan Rows'?: number
  Plans?: readonly Plan[]
  'Distributed Query'?: { Job?: { 'Task Count'?: number; Tasks?: readonly Task[] } }
}

interface Task {
  'Remote Plan'?: readonly (readonly Explained[])[]
}

export function expectedRows(rows: readonly ExplainRow[]): number {
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
  if (plan === undefined) return 0
  const remote = remotePlan(plan)
  return remote === undefined ? (plan['Plan Rows'] ?? 0) : rowsOfTasks(remote)
}

/** The outermost part of a plan that is done elsewhere. */
function remotePlan(plan: Plan): Plan | undefined {
  if (plan['Distributed Query'] !== undefined) return plan
  for (const inner of plan.Plans ?? []) {
    const found = remotePlan(inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** Of the tasks that are not shown as many as of those that are. */
function rowsOfTasks({ 'Distributed Query': query }: Plan): number {
  const tasks = query?.Job?.Tasks ?? []
  const shown = tasks.flatMap(task => task['Remote Plan']?.[0]?.[0]?.Plan['Plan Rows'] ?? [])
  if (shown.length === 0) return 0
  const sum = shown.reduce((total, rows) => total + rows, 0)
  return (sum * (query?.Job?.['Task Count'] ?? shown.length)) / shown.length
}
