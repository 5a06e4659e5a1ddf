// The handlers of the member page's calls, by call name.
export { answerOwnDelay as answerDelay, listDelays } from '../account/delays/own-delays.ts'
export {
  answerOwnOffer as answerOffer,
  cancelOwnExchange as cancelExchange,
  exchangeOptions,
  readOwnPhoto as readPhoto,
  requestOwnExchange as requestExchange,
  returnLabelCode,
  returnLabelFile,
  sendOwnPhoto as sendPhoto,
} from '../account/exchanges/own-exchanges.ts'
export {
  makeOwnCreditCode as makeCreditCode,
  readCredit,
  readCreditAmount,
} from '../account/exchanges/read-credit.ts'
export { giveFeedback, listSentBelts } from '../account/exchanges/sent-belts.ts'
export {
  readLetterChoice as readLetterWish,
  setLetterChoice as wishForLetter,
} from '../account/letter/own-letter.ts'
export {
  cancelMembership,
  changeOwnPlan as changePlan,
  listPlanChoices,
  pauseBoxes,
  resumeBoxes,
  skipNextBox,
  tellCancelReason,
  undoCancellation,
  undoOwnPlanChange as undoPlanChange,
  updateCard,
} from '../account/memberships/change-membership.ts'
export {
  changeAddress,
  changeSize,
  changeStyles,
  checkOwnAddress as checkAddress,
} from '../account/memberships/change-preferences.ts'
export { downloadReceipt, readAccount as readMember } from '../account/memberships/read-account.ts'
export { endStrap, shareStrap } from '../account/memberships/shared-strap.ts'
export { requestMyData as askForMyData } from '../account/privacy/data-requests.ts'
export { deleteMyData } from '../account/privacy/delete-my-data.ts'
export { downloadMyData } from '../account/privacy/download-my-data.ts'
export { chooseForGift } from '../gifts/choose-for-gift.ts'
export { openGift } from '../gifts/open-gift.ts'
export {
  acceptHandover as takeHandover,
  agreeToHandover,
  chooseForHandover,
  openHandover,
} from '../handovers/accept-handover.ts'
export {
  listDevices,
  signOutDevice,
  signOutEverywhere as signOutMemberEverywhere,
  signOutMember,
} from '../members/member-session.ts'
export {
  openLink,
  requestReturnLink as askForReturn,
  requestSignInLink as askForLink,
} from '../members/sign-in-link.ts'
export { openReview, takeBackReview, writeReview } from '../reviews/write-review.ts'
