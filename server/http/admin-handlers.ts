import type { AdminContractName, AdminInput, AdminReply } from '../../domain/admin/contracts.ts'
import { exportAudit, listAudit } from '../admin/audit/list-audit.ts'
import { createBelt, deleteBelt, getBelt, listBelts } from '../admin/belts/belts.ts'
import { copyBelts } from '../admin/belts/copy-belts.ts'
import { listPromised, listStockNeeds, setStock } from '../admin/belts/set-stock.ts'
import { updateBelt } from '../admin/belts/update-belt.ts'
import {
  exportBooks,
  exportRevenueByPlan,
  readBooks,
  readPayouts,
  readReceipt,
  readRevenueByPlan,
} from '../admin/books/books-handlers.ts'
import { exportFigureRows, listFigureRows } from '../admin/dashboard/figure-rows.ts'
import { readDashboard } from '../admin/dashboard/read-dashboard.ts'
import {
  evidencePdf,
  readEvidence,
  stageDisputeEvidence,
  submitDisputeEvidence,
} from '../admin/disputes/evidence-handlers.ts'
import { changeDrop, previewDropChange } from '../admin/drops/change-drop.ts'
import { chooseBelt, listChoices } from '../admin/drops/choose-belt.ts'
import { forecastDrops, listExceptions, readCuration, startCuration } from '../admin/drops/curation.ts'
import { deliverBox, importDelivered } from '../admin/drops/deliver-boxes.ts'
import { listDropBoxes } from '../admin/drops/drop-boxes.ts'
import { createDrop, listDrops, makeDropCurrent, updateDrop } from '../admin/drops/drops.ts'
import { exportLabels, previewDelivered, previewTracking } from '../admin/drops/export-labels.ts'
import { getDrop } from '../admin/drops/get-drop.ts'
import { moveSome } from '../admin/drops/move-some.ts'
import { packDrop, previewPack, unpackBoxes } from '../admin/drops/pack-drop.ts'
import { packingSlips, pickList } from '../admin/drops/packing-slips.ts'
import { importTracking, shipBox } from '../admin/drops/ship-boxes.ts'
import { askWearer, readWearerAddress, setWearerAddress, setWearerSize } from '../admin/drops/wearer.ts'
import {
  cancelReturned,
  changeRemedied,
  creditReturned,
  listReplacements,
  markLabelSent,
  noteExchange,
  receiveReturned,
  refundReturned,
  refuseReturned,
  shipReplaced,
  startExchange,
} from '../admin/exchanges/act-on-exchanges.ts'
import { claimPhoto, decideClaimed, declineClaimed, markRepairedBelt } from '../admin/exchanges/claims.ts'
import { listExchanges } from '../admin/exchanges/list-exchanges.ts'
import { readHealth } from '../admin/health/read-health.ts'
import { answerMessage, changeMessage, noteMessage, writeAnswer } from '../admin/inbox/act-on-thread.ts'
import {
  createCannedAnswer,
  deleteCannedAnswer,
  editCannedAnswer,
  listCannedAnswers,
} from '../admin/inbox/canned-answers.ts'
import { listMessages } from '../admin/inbox/messages.ts'
import { downloadAttachment, getMessage } from '../admin/inbox/read-thread.ts'
import { sendLetter, testLetter, updateLetter } from '../admin/letters/change-letter.ts'
import { countLetterReaders, createLetter, getLetter, listLetters } from '../admin/letters/letters.ts'
import { listMails, readMail, sendMailAgain } from '../admin/mails/mails.ts'
import { orderHandlers } from '../admin/orders/order-handlers.ts'
import {
  buyLabels,
  labelsPdf,
  quoteLabels,
  readDropLabels,
  shipLabelled,
} from '../admin/parcels/drop-labels.ts'
import { uploadReturnLabel } from '../admin/parcels/return-label.ts'
import { settleAddress } from '../admin/parcels/settle-address.ts'
import { peopleHandlers } from '../admin/people/people-handlers.ts'
import { uploadPicture } from '../admin/pictures/upload-picture.ts'
import { changeMemberPlan, listMemberPlans, undoMemberPlan } from '../admin/plans/member-plan-handlers.ts'
import { createPlan, listPlans, updatePlan } from '../admin/plans/plan-handlers.ts'
import {
  beginPriceRun,
  endPriceRun,
  listPriceRuns,
  previewPriceRun,
  readPriceRun,
} from '../admin/plans/price-run-handlers.ts'
import {
  createProductType,
  deleteProductType,
  listProductTypes,
  orderProductTypes,
  updateProductType,
} from '../admin/product-types/product-types.ts'
import { createCode, endCode, listCodes } from '../admin/promotions/promotion-handlers.ts'
import {
  createQuizQuestion,
  deleteQuizQuestion,
  listQuizQuestions,
  orderQuizQuestions,
  updateQuizQuestion,
} from '../admin/quiz/quiz-questions.ts'
import { discardQuizDraft, draftQuizFrom, publishQuiz, readQuizFunnel } from '../admin/quiz/quiz-versions.ts'
import { decideReview, listReviews } from '../admin/reviews/reviews.ts'
import {
  answerTaxWarning,
  dropTaxRule,
  exportSalesTax,
  readSalesTax,
  setTaxRule,
} from '../admin/sales-tax/sales-tax-handlers.ts'
import { beltLabelsPdf, listReceipts, receiveStock, undoReceipt } from '../admin/scans/receive-stock.ts'
import { readPackingScan, scanAtPacking } from '../admin/scans/scan-at-packing.ts'
import { checkPayments, registerPayments } from '../admin/settings/payment-account.ts'
import { readSetup } from '../admin/settings/read-setup.ts'
import {
  readSettings,
  setOwnersTwoStep,
  stopTakingPayments,
  takePaymentsAgain,
  writeSettings,
} from '../admin/settings/settings.ts'
import { importSubscribers } from '../admin/subscribers/import-subscribers.ts'
import { exportSubscribers, listSubscribers, setSubscriberStatus } from '../admin/subscribers/subscribers.ts'
import { exportBelts, importBelts, previewBeltFile } from '../admin/tables/belt-file.ts'
import { exportStock, importStock, previewStockFile } from '../admin/tables/stock-file.ts'
import { listPromises } from '../promises/list-promises.ts'
import type { Shop } from '../shop/shop.ts'
import { changePassword, confirmSelf } from '../staff/change-password.ts'
import { endSession, signOut, signOutEverywhere } from '../staff/end-sessions.ts'
import {
  inviteStaff,
  listStaff,
  resetStaffPassword,
  setStaffDisabled,
  setStaffRole,
  signOutStaff,
} from '../staff/manage-staff.ts'
import {
  addPasskey,
  confirmByPasskey,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeyConfirm,
} from '../staff/passkeys.ts'
import type { Staff } from '../staff/staff.ts'
import { changeEmail, me, readAccount } from '../staff/staff-account.ts'
import { confirmTwoStep, endTwoStep, renewRecoveryCodes, startTwoStep } from '../staff/two-step.ts'
import { describeContracts } from './openapi.ts'

export type AdminHandler<Name extends AdminContractName> = (
  shop: Shop,
  input: AdminInput<Name>,
  staff: Staff,
) => Promise<AdminReply<Name>>

/** Call → handler. TypeScript rejects a call without its handler. */
export const adminHandlers: { [Name in AdminContractName]: AdminHandler<Name> } = {
  me,
  describeContracts,
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
  exportAudit,
  listPromises,
  ...peopleHandlers,
  ...orderHandlers,
  readReceipt,
  readEvidence,
  evidencePdf,
  stageEvidence: stageDisputeEvidence,
  submitEvidence: submitDisputeEvidence,
  listExchanges,
  listReplacements,
  startExchange,
  markLabelSent,
  decideClaim: decideClaimed,
  declineClaim: declineClaimed,
  markRepaired: markRepairedBelt,
  claimPhoto,
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
  getMessage,
  noteMessage,
  changeMessage,
  writeAnswer,
  downloadAttachment,
  listCannedAnswers,
  createCannedAnswer,
  editCannedAnswer,
  deleteCannedAnswer,
  listReviews,
  decideReview,
  listSubscribers,
  setSubscriberStatus,
  importSubscribers,
  exportSubscribers,
  listPlans,
  createPlan,
  updatePlan,
  listMemberPlans,
  changeMemberPlan,
  undoMemberPlan,
  listPriceRuns,
  previewPriceRun,
  startPriceRun: beginPriceRun,
  readPriceRun,
  stopPriceRun: endPriceRun,
  listPromotions: listCodes,
  createPromotion: createCode,
  endPromotion: endCode,
  listLetters,
  createLetter,
  getLetter,
  countLetterReaders,
  updateLetter,
  testLetter,
  sendLetter,
  listMails,
  readMail,
  sendMailAgain,
  readSettings,
  readSetup,
  writeSettings,
  setOwnersTwoStep,
  checkPayments,
  registerPayments,
  stopPayments: stopTakingPayments,
  startPayments: takePaymentsAgain,
  readHealth,
  readDashboard,
  listFigureRows,
  exportFigureRows,
  readBooks,
  readPayouts,
  readRevenueByPlan,
  exportRevenueByPlan,
  exportBooks,
  readSalesTax,
  exportSalesTax,
  setTaxRule,
  dropTaxRule,
  answerTaxWarning,
  listBelts,
  getBelt,
  createBelt,
  copyBelts,
  updateBelt,
  deleteBelt,
  setStock,
  listPromised,
  listStockNeeds,
  beltLabelsPdf,
  listReceipts,
  receiveStock,
  undoReceipt,
  readPackingScan,
  scanAtPacking,
  exportBelts,
  previewBeltFile,
  importBelts,
  exportStock,
  previewStockFile,
  importStock,
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
  readDropLabels,
  quoteLabels,
  settleAddress,
  buyLabels,
  labelsPdf,
  shipLabelled,
  uploadReturnLabel,
  previewDropChange,
  changeDrop,
  moveSome,
  previewDelivered,
  previewTracking,
  uploadPicture,
}
