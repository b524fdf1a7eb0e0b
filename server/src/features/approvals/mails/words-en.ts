export const en = {
  asked: {
    subject: '{maker} requests your approval',
    text: '{maker} requested a change in {application}: {module}, “{title}”. It takes effect once approved. Please decide by {due}.',
  },
  approved: {
    subject: 'Your change was approved',
    text: '{approver} approved your change in {application}: {module}, “{title}”. It has taken effect.',
  },
  approvedByDeadline: {
    subject: 'Your change was approved',
    text: 'No one decided in time, so your change in {application} was approved automatically: {module}, “{title}”. It has taken effect.',
  },
  rejected: {
    subject: 'Your change was rejected',
    text: '{approver} rejected your change in {application}: {module}, “{title}”. Reason: {reason}',
  },
  rejectedByDeadline: {
    subject: 'Your change was rejected',
    text: 'Your change in {application} was rejected at its deadline: {module}, “{title}”. Reason: {reason}',
  },
  withdrawn: {
    subject: 'Your change was withdrawn',
    text: 'Your request in {application} was withdrawn: {module}, “{title}”. Nothing was changed.',
  },
  nobodyDecided: 'No one decided in time.',
  notApplied: 'It could no longer be applied. See the request for details.',
  button: 'Open approvals',
  approverNote: 'You’re receiving this email because your role approves these changes.',
  makerNote:
    'You’re receiving this email because you requested the change. You can correct and resubmit rejected requests.',
  copy: 'If the button doesn’t work, open this link in your browser:',
  footer: 'Sent by Notifly at {host} about your work.',
  modules: {
    101: 'email templates',
    102: 'WhatsApp templates',
    201: 'audience segments',
    202: 'audience',
    301: 'email settings',
    302: 'SMS settings',
    303: 'WhatsApp settings',
    304: 'web push settings',
    401: 'email campaigns',
    402: 'WhatsApp campaigns',
    403: 'web push campaigns',
    801: 'keys and integration',
  },
}
