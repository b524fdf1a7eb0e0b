/** How long a text message becomes for several people. */
import { shortWork } from '../../lib/work-pool/pools.ts'
import { TEMPLATE_WORK } from './template-threads.ts'
import type * as tasks from './template-work.ts'

type Text = Parameters<typeof tasks.isSameForAll>[0]

/** Whether a text reads no field of its recipient. Throws invalidInput for one that takes too long to work on. */
export function isTextSameForAll(applicationId: string, text: Text): Promise<boolean> {
  return shortWork.run(TEMPLATE_WORK.isSameForAll, applicationId, text)
}

/** Its sizes for these people, and how `reader` reads it. Throws invalidInput for one that takes too long to work on. */
export function measureText(applicationId: string, text: Parameters<typeof tasks.measureText>[0]) {
  return shortWork.run(TEMPLATE_WORK.measureText, applicationId, text)
}
