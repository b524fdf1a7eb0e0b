export const members = {
  'members.typedName': 'Type it exactly as shown.',
  'members.underWay': 'Campaigns are running or scheduled. Cancel them first.',
  'members.twoPeople': 'Two-person approval needs at least two active approvers per module.',
  'members.ownerRemains': 'An organization needs at least one active Owner.',
  'members.ownRole': 'You can’t change your own role or status.',
  'members.ownerSwitches': 'Only an Owner can turn two-person approval on or off.',
  'members.ownerDeletes': 'Only an Owner can delete an organization.',
  'members.roleOfOrganization': 'Choose a role in this organization.',
  'members.nobody': 'Add at least one person.',
  'members.tooMany': 'Invite up to {{maximum}} people at once.',
  'members.known': 'This address now has an account. Sign in with it.',
  'members.resent': 'Invitation resent.',
} as const
