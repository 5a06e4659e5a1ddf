/** Days after which a membership whose renewal failed ends (club.md "Renewal law"). */
export const unpaidDays = 21
