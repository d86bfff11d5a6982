/** Help about what agents propose, and the trail. */
export const helpProposalsEn = {
  proposal: 'what agents want to do, waiting for a person',
  proposalList: 'proposals, the newest first',
  proposalShow: 'one proposal: what it would do, what it rests upon, its outcome',
  proposalApprove: 'approve a proposal, after it was shown',
  proposalDeny: 'deny a proposal',
  proposalId: 'id of the proposal, as the list shows it',
  proposalState: 'only those in this state; without it: all',
  proposalLimit: 'at most this many (up to 200)',
  proposalYes: 'do not ask',
  proposalApply: 'carry it out at once, and show what the station did; without it the agent does so',
  proposalWhy: 'why, in your words; the agent reads it',

  auditList: 'who did what, the newest first; needs an administrator',
  auditPrincipal: 'only by this key, by its id',
  auditAction: 'only actions that begin so, such as proposal: or tool:reset',
  auditOutcome: 'only those that ended so',

  approvesByElicitation:
    'its person may approve what their agent asks with this key, one driver or connector at a time, in the window of the agent',
};
