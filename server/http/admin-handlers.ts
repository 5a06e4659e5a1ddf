// The handlers of the admin's calls, by call name.
export { exportAudit, listAudit } from '../admin/audit/list-audit.ts'
export { createBelt, deleteBelt, getBelt, listBelts } from '../admin/belts/belts.ts'
export { copyBelts } from '../admin/belts/copy-belts.ts'
export { listPromised, listStockNeeds, setStock } from '../admin/belts/set-stock.ts'
export { updateBelt } from '../admin/belts/update-belt.ts'
export {
  exportBooks,
  exportRevenueByPlan,
  readBooks,
  readReceipt,
  readRevenueByPlan,
} from '../admin/books/books-handlers.ts'
export { listStrays, settleStray } from '../admin/books/stray-handlers.ts'
export { settleUnmatched } from '../admin/books/unmatched-handlers.ts'
export { exportFigureRows, listFigureRows } from '../admin/dashboard/figure-rows.ts'
export { readDashboard } from '../admin/dashboard/read-dashboard.ts'
export {
  evidencePdf,
  readEvidence,
  stageDisputeEvidence as stageEvidence,
  submitDisputeEvidence as submitEvidence,
} from '../admin/disputes/evidence-handlers.ts'
export { listDisputes } from '../admin/disputes/list-disputes.ts'
export { changeDrop, previewDropChange } from '../admin/drops/change-drop.ts'
export { chooseBelt, listChoices } from '../admin/drops/choose-belt.ts'
export { forecastDrops, listExceptions, readCuration, startCuration } from '../admin/drops/curation.ts'
export { listDropBoxes } from '../admin/drops/drop-boxes.ts'
export { createDrop, listDrops, makeDropCurrent, updateDrop } from '../admin/drops/drops.ts'
export { exportLabels, previewDelivered, previewTracking } from '../admin/drops/export-labels.ts'
export { getDrop } from '../admin/drops/get-drop.ts'
export { moveSome } from '../admin/drops/move-some.ts'
export { packDrop, previewPack, unpackBoxes } from '../admin/drops/pack-drop.ts'
export { packingSlips, pickList } from '../admin/drops/packing-slips.ts'
export {
  deliverBox,
  importDelivered,
  importTracking,
  shipBox,
  undeliverBox,
} from '../admin/drops/ship-boxes.ts'
export { askWearer, readWearerAddress, setWearerAddress, setWearerSize } from '../admin/drops/wearer.ts'
export {
  cancelReturned as cancelReturn,
  changeRemedied as changeRemedy,
  creditReturned as creditReturn,
  listReplacements,
  markLabelSent,
  noteExchange,
  receiveReturned as receiveReturn,
  refundReturned as refundReturn,
  refuseReturned as refuseReturn,
  shipReplaced as shipReplacement,
  startExchange,
} from '../admin/exchanges/act-on-exchanges.ts'
export {
  claimPhoto,
  decideClaimed as decideClaim,
  declineClaimed as declineClaim,
  judgeKeptBelt as judgeKept,
  markRepairedBelt as markRepaired,
} from '../admin/exchanges/claims.ts'
export { listExchanges } from '../admin/exchanges/list-exchanges.ts'
export { decideApproval, listApprovals } from '../admin/giving/approvals.ts'
export { readHealth } from '../admin/health/read-health.ts'
export { answerMessage, changeMessage, noteMessage, writeAnswer } from '../admin/inbox/act-on-thread.ts'
export {
  createCannedAnswer,
  deleteCannedAnswer,
  editCannedAnswer,
  listCannedAnswers,
} from '../admin/inbox/canned-answers.ts'
export { listMessages } from '../admin/inbox/messages.ts'
export { downloadAttachment, getMessage } from '../admin/inbox/read-thread.ts'
export { sendLetter, testLetter, updateLetter } from '../admin/letters/change-letter.ts'
export { countLetterReaders, createLetter, getLetter, listLetters } from '../admin/letters/letters.ts'
export { listMails, readMail, sendMailAgain } from '../admin/mails/mails.ts'
export { addOrderNote, setOrderStatus, setTracking } from '../admin/orders/change-order.ts'
export {
  listOrderTags,
  mailOrders,
  previewOrdersMail,
  setOrdersStatus,
  setOrdersTracking,
  tagOrders,
} from '../admin/orders/change-orders.ts'
export { exportConsents, exportOrders } from '../admin/orders/export-orders.ts'
export { getOrder } from '../admin/orders/get-order.ts'
export {
  decideOrderPayment as decidePayment,
  giveBackOrder as giveBack,
  giveBuyerCredit as giveCredit,
  previewCredit,
  previewGiveBack,
  previewRefund,
  refundOrderBoxes,
  retryOrderRefund as retryRefund,
  settleOrderRefund as settleRefund,
} from '../admin/orders/give-back-order.ts'
export { listOrders } from '../admin/orders/list-orders.ts'
export {
  createManualOrder,
  endManualOrder,
  listManualOrders,
  previewManualOrder,
} from '../admin/orders/manual-orders.ts'
export { deleteOrderSearch, listOrderSearches, saveOrderSearch } from '../admin/orders/order-searches.ts'
export {
  buyLabels,
  labelsPdf,
  quoteLabels,
  readDropLabels,
  shipLabelled,
} from '../admin/parcels/drop-labels.ts'
export { uploadReturnLabel } from '../admin/parcels/return-label.ts'
export { settleAddress } from '../admin/parcels/settle-address.ts'
export { actForMember, previewMemberAct } from '../admin/people/act-for-member.ts'
export { correctEmail } from '../admin/people/correct-email.ts'
export {
  deletePerson,
  exportPerson,
  previewDeletePerson,
  sendSignInLink,
} from '../admin/people/data-requests.ts'
export { listPeople } from '../admin/people/find-people.ts'
export { joinPeople, previewJoinPeople, reachPerson, separateMailbox } from '../admin/people/join-people.ts'
export { getPerson } from '../admin/people/read-person.ts'
export { readTrackRecord } from '../admin/people/read-track-record.ts'
export { uploadPicture } from '../admin/pictures/upload-picture.ts'
export { changeMemberPlan, listMemberPlans, undoMemberPlan } from '../admin/plans/member-plan-handlers.ts'
export { createPlan, listPlans, updatePlan } from '../admin/plans/plan-handlers.ts'
export {
  beginPriceRun as startPriceRun,
  endPriceRun as stopPriceRun,
  listPriceRuns,
  previewPriceRun,
  readPriceRun,
} from '../admin/plans/price-run-handlers.ts'
export {
  createProductType,
  deleteProductType,
  listProductTypes,
  orderProductTypes,
  updateProductType,
} from '../admin/product-types/product-types.ts'
export {
  createCode as createPromotion,
  endCode as endPromotion,
  listCodes as listPromotions,
} from '../admin/promotions/promotion-handlers.ts'
export {
  createQuizQuestion,
  deleteQuizQuestion,
  listQuizQuestions,
  orderQuizQuestions,
  updateQuizQuestion,
} from '../admin/quiz/quiz-questions.ts'
export { discardQuizDraft, draftQuizFrom, publishQuiz, readQuizFunnel } from '../admin/quiz/quiz-versions.ts'
export {
  endRenewalStop,
  holdRenewalStop,
  listRenewalStops,
  previewRenewalStop,
  setStopProposal,
  startRenewalStop,
} from '../admin/renewals/renewal-stop-handlers.ts'
export { decideReview, listReviews } from '../admin/reviews/reviews.ts'
export {
  answerTaxWarning,
  dropTaxRule,
  exportSalesTax,
  readSalesTax,
  setTaxRule,
} from '../admin/sales-tax/sales-tax-handlers.ts'
export { beltLabelsPdf, listReceipts, receiveStock, undoReceipt } from '../admin/scans/receive-stock.ts'
export { readPackingScan, scanAtPacking } from '../admin/scans/scan-at-packing.ts'
export {
  makeBackupKey,
  runBackup,
  stopBackups,
  writeBackupPlan,
} from '../admin/settings/backups.ts'
export { readOutside, tryOutside, writeOutside } from '../admin/settings/outside.ts'
export { downloadBackup, listBackups, readBackups } from '../admin/settings/read-backups.ts'
export { readSetup } from '../admin/settings/read-setup.ts'
export {
  checkPayments,
  readSettings,
  registerPayments,
  setOwnersTwoStep,
  stopTakingPayments as stopPayments,
  takePaymentsAgain as startPayments,
  writeSettings,
} from '../admin/settings/settings.ts'
export { importSubscribers } from '../admin/subscribers/import-subscribers.ts'
export { exportSubscribers, listSubscribers, setSubscriberStatus } from '../admin/subscribers/subscribers.ts'
export { exportBelts, importBelts, previewBeltFile } from '../admin/tables/belt-file.ts'
export { exportStock, importStock, previewStockFile } from '../admin/tables/stock-file.ts'
export { readPayouts } from '../books/payouts.ts'
export { fillDemo, readDemo, removeDemo } from '../demo/demo-handlers.ts'
export { listPromises } from '../promises/list-promises.ts'
export { changePassword, checkConfirmed, confirmSelf } from '../staff/change-password.ts'
export { endSession, signOut, signOutEverywhere } from '../staff/end-sessions.ts'
export {
  inviteStaff,
  listStaff,
  resetStaffPassword,
  setStaffDisabled,
  setStaffRole,
  signOutStaff,
} from '../staff/manage-staff.ts'
export {
  addPasskey,
  confirmByPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirm,
} from '../staff/passkeys.ts'
export { changeEmail, me, readAccount } from '../staff/staff-account.ts'
export { confirmTwoStep, endTwoStep, renewRecoveryCodes, startTwoStep } from '../staff/two-step.ts'
export { describeContracts } from './openapi.ts'
