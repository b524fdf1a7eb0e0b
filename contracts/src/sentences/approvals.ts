export const approvals = {
  'approvals.waiting': 'A change to this waits for approval. Once that is decided, it can be changed again.',
  'approvals.noRejected': 'This is no rejected request of yours.',
  'approvals.own': 'Nobody decides their own request.',
  'approvals.group': 'This request is for the approvers of Group {{group}}.',
  'approvals.decided.approved': 'This request was already approved by {{name}}.',
  'approvals.decided.rejected': 'This request was already rejected by {{name}}.',
  'approvals.decided.withdrawn': 'This request was already withdrawn by {{name}}.',
  'approvals.decided.approvedByDeadline': 'This request was already approved by the deadline.',
  'approvals.decided.rejectedByDeadline': 'This request was already rejected by the deadline.',
  'approvals.somebodyElse': 'somebody else',
  'approvals.nobodyDecided': 'Nobody decided this in time.',
  'approvals.cannotApply.gone': 'This cannot be applied any more: what it is about does not exist any more.',
  'approvals.cannotApply.maker': 'This cannot be applied any more: Whoever asked for it may not do it any more.',
  'approvals.cannotApply.version':
    'This cannot be applied any more: It was made with an earlier version. Ask for it again.',
  'approvals.cannotApply.other': 'This cannot be applied any more: {{reason}}',
  'approvals.decision': 'Choose approve or reject.',
} as const
