import { bound } from '#base/bound.ts';
import * as account from './account.ts';
import * as invitations from './invitations.ts';
import * as people from './manage-people.ts';
import { openOidc } from './oidc.ts';
import { signInOptions } from './passkeys.ts';
import type { PeopleNeeds } from './people-needs.ts';
import { signInWithPasskey, signInWithPassword } from './sign-in-person.ts';

export type People = ReturnType<typeof openPeople>;

/** People who sign in as themselves: who they are, how they come in, and who let them. */
export function openPeople(needs: PeopleNeeds) {
  const { listPeople, getPerson, changePerson, removePerson, signInsOf, endSignInsOf } = people;
  const { invite, linkFor, listInvitations, revokeInvitation, lookAtInvitation, invitationOptions, acceptInvitation } =
    invitations;
  const { readAccount, changeAccount, setPassword, passkeyOptions, addPasskey, renamePasskey, removePasskey } = account;
  const { beginTotp, confirmTotp, removeTotp, endSignIn, endOtherSignIns } = account;
  return {
    ...bound(needs, { listPeople, getPerson, changePerson, removePerson, signInsOf, endSignInsOf }),
    ...bound(needs, { invite, linkFor, listInvitations, revokeInvitation }),
    ...bound(needs, { lookAtInvitation, invitationOptions, acceptInvitation }),
    ...bound(needs, { readAccount, changeAccount, setPassword, endSignIn, endOtherSignIns }),
    ...bound(needs, { passkeyOptions, addPasskey, renamePasskey, removePasskey, beginTotp, confirmTotp, removeTotp }),
    ...bound(needs, { signInWithPassword, signInWithPasskey }),
    /** undefined: no identity provider is set up. */
    oidc: openOidc(needs),
    ...bound(needs, { signInOptions }),
  };
}
