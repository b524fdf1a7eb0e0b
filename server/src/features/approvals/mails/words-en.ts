export const en = {
  asked: {
    subject: '{maker} asks for your approval',
    text: '{maker} would like to make a change in {application}: {module}, “{title}”. It takes effect only once it is approved. Decide until {due}.',
  },
  approved: {
    subject: 'Your change was approved',
    text: '{approver} approved your change in {application}: {module}, “{title}”. It has taken effect.',
  },
  approvedByDeadline: {
    subject: 'Your change was approved',
    text: 'Nobody decided in time, so your change in {application} was approved as your role says: {module}, “{title}”. It has taken effect.',
  },
  rejected: {
    subject: 'Your change was rejected',
    text: '{approver} rejected your change in {application}: {module}, “{title}”. The reason: {reason}',
  },
  rejectedByDeadline: {
    subject: 'Your change was rejected',
    text: 'Your change in {application} was rejected when its time was up: {module}, “{title}”. The reason: {reason}',
  },
  withdrawn: {
    subject: 'Your change was withdrawn',
    text: 'Your request in {application} was withdrawn: {module}, “{title}”. Nothing was changed.',
  },
  nobodyDecided: 'Nobody decided in time.',
  notApplied: 'It could not be applied any more; the request says why.',
  button: 'Open approvals',
  approverNote: 'You get this mail because your role approves such changes.',
  makerNote: 'You get this mail because you asked for the change. What was rejected can be corrected and sent again.',
  copy: 'If the button does not work, open this address in your browser:',
  footer: 'Sent by Notifly at {host} about your work there.',
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
