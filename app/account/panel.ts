/** What is unfolded under the buttons of a membership. */
export type Panel = 'pause' | 'taste' | 'plan' | 'cancel'
