import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ACTIVITY } from '../roles/activities.ts'

export const EditorSession = z.object({
  /** Our own editor is part of the dashboard. */
  editor: z.enum(['embedded', 'beefree']),
  /** URL of another editor's script. */
  plugin_url: z.optional(z.string()),
  /** Its provider's answer to our sign-in, for the script. */
  session: z.optional(z.unknown()),
})
export type EditorSession = z.infer<typeof EditorSession>

export const openEditorSession = endpoint({
  call: 'POST /api/template/editor-session',
  summary: 'Which visual editor emails are written with, and a session of it where it needs one',
  // Levels include those below: open to members who may create or change an email template.
  access: { activity: ACTIVITY.templateEmail, level: 'create', scope: 'application' },
  data: EditorSession,
})
