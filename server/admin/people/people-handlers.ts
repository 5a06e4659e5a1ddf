import { actForMember, previewMemberAct } from './act-for-member.ts'
import { deletePerson, exportPerson, previewDeletePerson, sendSignInLink } from './data-requests.ts'
import { joinPeople, previewJoinPeople, separateMailbox } from './join-people.ts'
import { getPerson, listPeople, reachPerson } from './people.ts'

/** The admin's handlers about people, by call name. */
export const peopleHandlers = {
  listPeople,
  getPerson,
  previewMemberAct,
  actForMember,
  sendSignInLink,
  reachPerson,
  exportPerson,
  previewDeletePerson,
  deletePerson,
  previewJoinPeople,
  joinPeople,
  separateMailbox,
}
