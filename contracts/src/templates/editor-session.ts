import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { ACTIVITY } from '../roles/activities.ts'

export const EditorSession = z.object({
  /** Ours is part of the dashboard. */
  editor: z.enum(['embedded', 'beefree']),
  /** The script of another one. */
  plugin_url: z.optional(z.string()),
  /** What its provider answered to our sign-in, for its script. */
  session: z.optional(z.unknown()),
})
export type EditorSession = z.infer<typeof EditorSession>

export const openEditorSession = endpoint({
  call: 'POST /api/template/editor-session',
  summary: 'Which visual editor emails are written with, and a session of it where it needs one',
  // Levels include those below: this is open to members who may write an email, a new one or another version.
  access: { activity: ACTIVITY.templateEmail, level: 'create', scope: 'application' },
  data: EditorSession,
})
