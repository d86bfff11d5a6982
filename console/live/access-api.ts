import {
  type AccessImported,
  accessImported,
  type DriverChange,
  driver,
  driverDetail,
  driverList,
  forgotten,
} from '#contract/access/driver.ts';
import { type GroupChange, group, groupList } from '#contract/access/group.ts';
import { addedToken, refusalList, type TokenChange, token, tokenHash, tokenList } from '#contract/access/token.ts';
import { type TokenTry, tokenTryAnswer } from '#contract/access/token-try.ts';
import { answered, ask, deleting, posting, queryOf } from './ask.ts';

export type DriversAsked = {
  search?: string | undefined;
  groupId?: string | undefined;
  after?: string | undefined;
  limit?: number;
};
export type TokensAsked = {
  driverId?: string | undefined;
  groupId?: string | undefined;
  isBlocked?: boolean | undefined;
  after?: string | undefined;
  limit?: number;
};
export type RefusalsAsked = {
  stationId?: string | undefined;
  driverId?: string | undefined;
  tokenId?: string | undefined;
  sessionRef?: string | undefined;
};

/** A driver as a form fills them in; what is left out is not known, or as their group has it. */
export type DriverForm = DriverChange & { name: string };
export type TokenForm = TokenChange & { value?: string; type?: string };
export type GroupForm = GroupChange & { name: string };

/** Who may charge. */
export const accessApi = {
  drivers: (asked: DriversAsked, signal: AbortSignal) => ask(driverList, `/api/drivers${queryOf(asked)}`, { signal }),
  driver: (id: string, signal: AbortSignal) => ask(driverDetail, ofDriver(id), { signal }),
  addDriver: (made: DriverForm) => ask(driver, '/api/drivers', posting(made)),
  changeDriver: (id: string, change: DriverChange) => ask(driver, ofDriver(id), posting(change)),
  forgetDriver: (id: string) => ask(forgotten, `${ofDriver(id)}/forget`, posting({})),

  tokens: (asked: TokensAsked, signal: AbortSignal) => ask(tokenList, `/api/tokens${queryOf(asked)}`, { signal }),
  token: (id: string, signal: AbortSignal) => ask(token, ofToken(id), { signal }),
  findToken: (value: string) => ask(token, '/api/tokens/find', posting({ value })),
  hashOfToken: (value: string) => ask(tokenHash, '/api/tokens/hash', posting({ value })),
  addToken: (made: TokenForm) => ask(addedToken, '/api/tokens', posting(made)),
  changeToken: (id: string, change: TokenChange) => ask(token, ofToken(id), posting(change)),
  removeToken: (id: string) => answered(ofToken(id), deleting),
  tryToken: (asked: TokenTry) => ask(tokenTryAnswer, '/api/tokens/try', posting(asked)),

  groups: (signal: AbortSignal) => ask(groupList, '/api/groups', { signal }),
  addGroup: (made: GroupForm) => ask(group, '/api/groups', posting(made)),
  changeGroup: (id: string, change: GroupChange) => ask(group, ofGroup(id), posting(change)),
  removeGroup: (id: string) => answered(ofGroup(id), deleting),

  refusals: (asked: RefusalsAsked, signal: AbortSignal) =>
    ask(refusalList, `/api/refusals${queryOf({ ...asked, limit: 200 })}`, { signal }),
  importAccess: (csv: string, isDryRun: boolean): Promise<AccessImported> =>
    ask(accessImported, '/api/access/import', posting({ csv, isDryRun })),
};

function ofDriver(id: string): string {
  return `/api/drivers/${encodeURIComponent(id)}`;
}

function ofToken(id: string): string {
  return `/api/tokens/${encodeURIComponent(id)}`;
}

function ofGroup(id: string): string {
  return `/api/groups/${encodeURIComponent(id)}`;
}
