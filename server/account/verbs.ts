import type { AccountCall } from '../../domain/account/account-call.ts'
import type { AccountCallName, AccountInput, AccountReply, accountCalls } from '../../domain/account/calls.ts'
import type { Shop } from '../shop.ts'
import { makeOwnCreditCode, readCredit, readCreditAmount } from './credit/read-credit.ts'
import { askForReturn } from './exchanges/ask-for-return.ts'
import { cancelOwnExchange } from './exchanges/cancel-own-exchange.ts'
import { exchangeOptions } from './exchanges/exchange-options.ts'
import { listSentBelts } from './exchanges/list-sent-belts.ts'
import { requestOwnExchange } from './exchanges/request-own-exchange.ts'
import { giveFeedback } from './feedback/give-feedback.ts'
import { chooseForGift } from './gift/choose-for-gift.ts'
import { openGift } from './gift/open-gift.ts'
import type { AccountCaller, Member } from './member.ts'
import { cancelMembership } from './memberships/cancel-membership.ts'
import { changeAddress } from './memberships/change-address.ts'
import { changeSize } from './memberships/change-size.ts'
import { changeStyles } from './memberships/change-styles.ts'
import { pauseBoxes } from './memberships/pause-boxes.ts'
import { readAccount } from './memberships/read-account.ts'
import { resumeBoxes } from './memberships/resume-boxes.ts'
import { skipNextBox } from './memberships/skip-next-box.ts'
import { undoCancellation } from './memberships/undo-cancellation.ts'
import { updateCard } from './memberships/update-card.ts'
import { deleteMyData } from './privacy/delete-my-data.ts'
import { downloadMyData } from './privacy/download-my-data.ts'
import { askForLink } from './session/ask-for-link.ts'
import { openLink } from './session/open-link.ts'
import { signOutEverywhere } from './session/sign-out-everywhere.ts'
import { signOutMember } from './session/sign-out-member.ts'

type Whose<Name extends AccountCallName> = (typeof accountCalls)[Name] extends AccountCall & { isOpen: true }
  ? Member | null
  : Member

type Verb<Name extends AccountCallName> = (
  shop: Shop,
  input: AccountInput<Name>,
  member: Whose<Name>,
  caller: AccountCaller,
) => Promise<AccountReply<Name>>

/** Call → verb: a call without its verb does not compile. */
export const accountVerbs: { [Name in AccountCallName]: Verb<Name> } = {
  askForLink,
  openLink,
  signOutMember,
  signOutMemberEverywhere: signOutEverywhere,
  readMember: readAccount,
  skipNextBox,
  pauseBoxes,
  resumeBoxes,
  cancelMembership,
  undoCancellation,
  changeSize,
  changeStyles,
  changeAddress,
  updateCard,
  listSentBelts,
  exchangeOptions,
  requestExchange: requestOwnExchange,
  cancelExchange: cancelOwnExchange,
  giveFeedback,
  askForReturn,
  readCredit,
  readCreditAmount,
  makeCreditCode: makeOwnCreditCode,
  downloadMyData,
  deleteMyData,
  openGift,
  chooseForGift,
}
