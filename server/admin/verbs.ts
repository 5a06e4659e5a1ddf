import type { AdminCallName, AdminInput, AdminReply } from '../../domain/admin/calls.ts'
import type { Shop } from '../shop.ts'
import { changeEmail } from './account/change-email.ts'
import { changePassword } from './account/change-password.ts'
import { describeCalls } from './account/describe-calls.ts'
import { me } from './account/me.ts'
import { readAccount } from './account/read-account.ts'
import { confirmSelf } from './account/require-password.ts'
import { listAudit } from './audit-log/list-audit.ts'
import { createBelt } from './belts/create-belt.ts'
import { deleteBelt } from './belts/delete-belt.ts'
import { getBelt } from './belts/get-belt.ts'
import { listBelts } from './belts/list-belts.ts'
import { setStock } from './belts/set-stock.ts'
import { updateBelt } from './belts/update-belt.ts'
import { readDashboard } from './dashboard/read-dashboard.ts'
import { askWearer } from './drops/ask-wearer.ts'
import { changeDrop } from './drops/change-drop.ts'
import { chooseBelt } from './drops/choose-belt.ts'
import { createDrop } from './drops/create-drop.ts'
import { forecastDrops, listExceptions, readCuration, startCuration } from './drops/curation.ts'
import { deliverBox } from './drops/deliver-box.ts'
import { exportLabels } from './drops/export-labels.ts'
import { getDrop } from './drops/get-drop.ts'
import { importDelivered } from './drops/import-delivered.ts'
import { importTracking } from './drops/import-tracking.ts'
import { listChoices } from './drops/list-choices.ts'
import { listDropBoxes } from './drops/list-drop-boxes.ts'
import { listDrops } from './drops/list-drops.ts'
import { makeDropCurrent } from './drops/make-drop-current.ts'
import { moveSome } from './drops/move-some.ts'
import { packDrop } from './drops/pack-drop.ts'
import { packingSlips } from './drops/packing-slips.ts'
import { pickList } from './drops/pick-list.ts'
import { previewDropChange } from './drops/preview-drop-change.ts'
import { previewDelivered, previewTracking } from './drops/preview-file.ts'
import { previewPack } from './drops/preview-pack.ts'
import { readWearerAddress, setWearerAddress, setWearerSize } from './drops/set-wearer.ts'
import { shipBox } from './drops/ship-box.ts'
import { unpackBoxes } from './drops/unpack-boxes.ts'
import { updateDrop } from './drops/update-drop.ts'
import {
  cancelReturned,
  changeRemedied,
  creditReturned,
  receiveReturned,
  refundReturned,
  refuseReturned,
  shipReplaced,
} from './exchanges/exchange-verbs.ts'
import { listExchanges } from './exchanges/list-exchanges.ts'
import { noteExchange } from './exchanges/note-exchange.ts'
import { listReplacements, startExchange } from './exchanges/start-exchange.ts'
import { readHealth } from './health/read-health.ts'
import { answerMessage } from './inbox/answer-message.ts'
import {
  createCannedAnswer,
  deleteCannedAnswer,
  editCannedAnswer,
  listCannedAnswers,
} from './inbox/canned-answers.ts'
import { listMessages } from './inbox/list-messages.ts'
import { setMessageDone } from './inbox/set-message-done.ts'
import { listMails } from './mails/list-mails.ts'
import { readMail } from './mails/read-mail.ts'
import { sendMailAgain } from './mails/send-mail-again.ts'
import { addOrderNote } from './orders/add-order-note.ts'
import { exportConsents } from './orders/export-consents.ts'
import { exportOrders } from './orders/export-orders.ts'
import { getOrder } from './orders/get-order.ts'
import { listOrders } from './orders/list-orders.ts'
import { previewRefund } from './orders/preview-refund.ts'
import { refundOrderBoxes } from './orders/refund-order-boxes.ts'
import { setOrderStatus } from './orders/set-order-status.ts'
import { setTracking } from './orders/set-tracking.ts'
import {
  addPasskey,
  confirmByPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirm,
} from './passkeys/passkeys.ts'
import { uploadPicture } from './pictures/upload-picture.ts'
import { createPlan, listPlans, updatePlan } from './plans/plan-verbs.ts'
import { createProductType } from './product-types/create-product-type.ts'
import { deleteProductType } from './product-types/delete-product-type.ts'
import { listProductTypes } from './product-types/list-product-types.ts'
import { orderProductTypes } from './product-types/order-product-types.ts'
import { updateProductType } from './product-types/update-product-type.ts'
import { createCode, endCode, listCodes } from './promotions/promotion-verbs.ts'
import { createQuizQuestion } from './quiz/create-quiz-question.ts'
import { deleteQuizQuestion } from './quiz/delete-quiz-question.ts'
import { discardQuizDraft } from './quiz/discard-quiz-draft.ts'
import { draftQuizFrom } from './quiz/draft-quiz-from.ts'
import { listQuizQuestions } from './quiz/list-quiz-questions.ts'
import { orderQuizQuestions } from './quiz/order-quiz-questions.ts'
import { publishQuiz } from './quiz/publish-quiz.ts'
import { readQuizFunnel } from './quiz/read-quiz-funnel.ts'
import { updateQuizQuestion } from './quiz/update-quiz-question.ts'
import { endSession } from './sessions/end-session.ts'
import { signOut } from './sessions/sign-out.ts'
import { signOutEverywhere } from './sessions/sign-out-everywhere.ts'
import { readSettings } from './settings/read-settings.ts'
import { setOwnersTwoStep } from './settings/set-owners-two-step.ts'
import { stopTakingPayments, takePaymentsAgain } from './settings/switch-payments.ts'
import { writeSettings } from './settings/write-settings.ts'
import { inviteStaff } from './staff/invite-staff.ts'
import { listStaff } from './staff/list-staff.ts'
import { resetStaffPassword } from './staff/reset-staff-password.ts'
import { setStaffDisabled } from './staff/set-staff-disabled.ts'
import { setStaffRole } from './staff/set-staff-role.ts'
import { signOutStaff } from './staff/sign-out-staff.ts'
import type { Staff } from './staff.ts'
import { exportSubscribers } from './subscribers/export-subscribers.ts'
import { importSubscribers } from './subscribers/import-subscribers.ts'
import { listSubscribers } from './subscribers/list-subscribers.ts'
import { setSubscriberStatus } from './subscribers/set-subscriber-status.ts'
import { confirmTwoStep } from './two-step/confirm-two-step.ts'
import { endTwoStep } from './two-step/end-two-step.ts'
import { renewRecoveryCodes } from './two-step/renew-recovery-codes.ts'
import { startTwoStep } from './two-step/start-two-step.ts'

export type AdminVerb<Name extends AdminCallName> = (
  shop: Shop,
  input: AdminInput<Name>,
  staff: Staff,
) => Promise<AdminReply<Name>>

/** Call → verb: a call without its verb does not compile. */
export const adminVerbs: { [Name in AdminCallName]: AdminVerb<Name> } = {
  me,
  describeCalls,
  signOut,
  signOutEverywhere,
  changePassword,
  readAccount,
  endSession,
  startTwoStep,
  confirmTwoStep,
  endTwoStep,
  renewRecoveryCodes,
  confirmSelf,
  changeEmail,
  startPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  startPasskeyConfirm,
  confirmByPasskey,
  listStaff,
  inviteStaff,
  setStaffRole,
  setStaffDisabled,
  resetStaffPassword,
  signOutStaff,
  listAudit,
  listOrders,
  exportOrders,
  exportConsents,
  getOrder,
  setOrderStatus,
  setTracking,
  previewRefund,
  refundOrderBoxes,
  addOrderNote,
  listExchanges,
  listReplacements,
  startExchange,
  receiveReturn: receiveReturned,
  shipReplacement: shipReplaced,
  changeRemedy: changeRemedied,
  refundReturn: refundReturned,
  creditReturn: creditReturned,
  refuseReturn: refuseReturned,
  cancelReturn: cancelReturned,
  noteExchange,
  listProductTypes,
  createProductType,
  updateProductType,
  deleteProductType,
  orderProductTypes,
  createQuizQuestion,
  deleteQuizQuestion,
  discardQuizDraft,
  draftQuizFrom,
  listQuizQuestions,
  orderQuizQuestions,
  publishQuiz,
  readQuizFunnel,
  updateQuizQuestion,
  listMessages,
  answerMessage,
  setMessageDone,
  listCannedAnswers,
  createCannedAnswer,
  editCannedAnswer,
  deleteCannedAnswer,
  listSubscribers,
  setSubscriberStatus,
  importSubscribers,
  exportSubscribers,
  listPlans,
  createPlan,
  updatePlan,
  listPromotions: listCodes,
  createPromotion: createCode,
  endPromotion: endCode,
  listMails,
  readMail,
  sendMailAgain,
  readSettings,
  writeSettings,
  setOwnersTwoStep,
  stopPayments: stopTakingPayments,
  startPayments: takePaymentsAgain,
  readHealth,
  readDashboard,
  listBelts,
  getBelt,
  createBelt,
  updateBelt,
  deleteBelt,
  setStock,
  listDrops,
  createDrop,
  makeDropCurrent,
  listDropBoxes,
  listChoices,
  chooseBelt,
  askWearer,
  listExceptions,
  forecastDrops,
  readCuration,
  startCuration,
  readWearerAddress,
  setWearerAddress,
  setWearerSize,
  getDrop,
  updateDrop,
  previewPack,
  packDrop,
  unpackBoxes,
  pickList,
  packingSlips,
  exportLabels,
  importTracking,
  importDelivered,
  shipBox,
  deliverBox,
  previewDropChange,
  changeDrop,
  moveSome,
  previewDelivered,
  previewTracking,
  uploadPicture,
}
