export const members = {
  'members.typedName': 'Type the name exactly as it is.',
  'members.underWay': 'Campaigns are running or scheduled. Cancel them first.',
  'members.twoPeople': 'Two people for every change need at least two active members who can approve each module.',
  'members.ownerRemains': 'An organization needs at least one active Owner.',
  'members.ownRole': 'Nobody changes their own role or status.',
  'members.ownerSwitches': 'Only an Owner turns two people for every change on or off.',
  'members.ownerDeletes': 'Only an Owner deletes an organization.',
  'members.roleOfOrganization': 'Choose a role of this organization.',
  'members.nobody': 'Name at least one person.',
  'members.tooMany': 'At most {{maximum}} people at once.',
  'members.known': 'This address has an account now. Sign in with it.',
  'members.resent': 'The invitation is on its way again.',
} as const
