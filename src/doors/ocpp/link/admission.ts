import type { IncomingMessage } from 'node:http';
import type { Log } from '#base/log.ts';
import type { Charging } from '#charging/open-charging.ts';
import type { Admission as Decision, Visitor } from '#charging/stations/admit-station.ts';
import type { PendingReason } from '#contract/stations/station.ts';
import { callerAddress } from '#doors/http-server/connection.ts';
import type { Version } from '../version.ts';
import { chooseVersion } from '../versions.ts';
import { type Attempt, FailedAttempts } from './failed-attempts.ts';
import type { UpgradeRefusal } from './upgrade.ts';
import { isNameless, linkSecurityOf, offeredProtocols, passwordOf, stationIdOf } from './visitor.ts';

type AdmissionNeeds = { charging: Charging; log: Log };

/** `visitor` undefined: the visit is nothing that the station in its name should be known by. */
export type RefusedVisit = { status: 'refused'; reason: PendingReason; visitor: Visitor | undefined };

type Verdict =
  /** `version` undefined: none in common, which the station is told over the connection. */
  | {
      status: 'admitted';
      stationId: string;
      version: Version | undefined;
      address: string;
      isPending: boolean;
      until?: Date;
    }
  | RefusedVisit
  /** Before anybody looked at who it is. */
  | { status: 'turned-away'; refusal: UpgradeRefusal };

/** Who may connect: the address names a station, the credentials are its own, and not too many were wrong before. */
export class Admission {
  private readonly failures = new FailedAttempts();
  private readonly needs: AdmissionNeeds;

  constructor(needs: AdmissionNeeds) {
    this.needs = needs;
  }

  async judge(request: IncomingMessage): Promise<Verdict> {
    const address = callerAddress(request);
    const stationId = stationIdOf(request.url);
    if (stationId === undefined) {
      if (isNameless(request.url)) await this.noteNameless(request, address);
      return { status: 'turned-away', refusal: { status: 404, reason: 'no-station-id' } };
    }
    const attempt = await this.beginAttempt(request, { address, stationId });
    if (attempt === undefined) return { status: 'turned-away', refusal: { status: 429, reason: 'too-many-failures' } };
    const version = chooseVersion(offeredProtocols(request));
    const credentials = passwordOf(request, stationId);
    const visitor: Visitor = {
      stationId,
      password: credentials.status === 'given' ? credentials.password : null,
      version: version?.name ?? null,
      address,
      security: linkSecurityOf(request),
    };
    // Credentials of another name are wrong whoever is meant; the station they try to use must not be touched by them.
    const isOther = credentials.status === 'other-name';
    const decision = await this.decide(visitor, { attempt, isOther });
    if (decision.status === 'refused')
      return { status: 'refused', reason: decision.reason, visitor: isOther ? undefined : visitor };
    const isPending = decision.status === 'pending';
    const until = decision.status === 'accepted' ? decision.until : undefined;
    return { status: 'admitted', stationId, version, address, isPending, ...(until !== undefined && { until }) };
  }

  private async beginAttempt(
    request: IncomingMessage,
    who: { address: string; stationId: string },
  ): Promise<Attempt | undefined> {
    const isRight = () => this.hasRightPassword(request, who.stationId);
    const attempt = this.failures.begin({ ...who, isRight });
    if (attempt !== undefined) return attempt;
    return (await this.hasRightCertificate(request, who.stationId)) ? this.failures.beginProven(who) : undefined;
  }

  /** A person has to hear of it: whoever set up the charger sees only that it does not connect. */
  private async noteNameless(request: IncomingMessage, address: string): Promise<void> {
    const version = chooseVersion(offeredProtocols(request))?.name ?? null;
    const isNew = await this.needs.charging.noteNameless({ address, version });
    if (isNew)
      this.needs.log.warn(
        { address, path: request.url?.slice(0, 100) },
        'a charger was set up without an id; its address must end with /{stationId}',
      );
  }

  /** It says who comes as surely as a password does; what is looked up for it costs more, so it is asked last. */
  private async hasRightCertificate(request: IncomingMessage, stationId: string): Promise<boolean> {
    const { clientCertificate: certificate } = linkSecurityOf(request);
    return certificate !== null && this.needs.charging.isStationCertificate({ stationId, certificate });
  }

  private hasRightPassword(request: IncomingMessage, stationId: string): boolean {
    const credentials = passwordOf(request, stationId);
    if (credentials.status !== 'given') return false;
    return this.needs.charging.isStationPassword({ stationId, password: credentials.password });
  }

  private async decide(visitor: Visitor, { attempt, isOther }: Claim): Promise<Decision> {
    let status: Decision['status'] | undefined;
    try {
      const decision: Decision = isOther
        ? { status: 'refused', reason: 'wrong-password' }
        : await this.needs.charging.admitStation(visitor);
      status = decision.status;
      return decision;
    } finally {
      if (status === 'refused') attempt.failed();
      else if (status === 'pending') attempt.pending();
      else attempt.succeeded();
    }
  }
}

/** `isOther`: the credentials are of another name than the address. */
type Claim = { attempt: Attempt; isOther: boolean };
