import { isRecord } from '#base/json.ts';
import type { StationControls } from '../dialect.ts';
import { certificateHash } from '../trust.ts';
import { pncVendor } from './plug-and-charge-16.ts';
import type { VehicleContract, VehicleContracts } from './vehicle-contracts.ts';

/** Who looks at the chain of a contract: the server, or the station, which then sends hashes alone (C07). */
export type Validation = 'central' | 'station';

/** What a station does for a vehicle that brings its own contract (ISO 15118). */
export class SimulatedPlugAndCharge {
  private readonly station: StationControls;

  constructor(station: StationControls) {
    this.station = station;
  }

  /** M01, M02: carries the request of the vehicle to the server, and the answer back. Throws with the server's reason. */
  async fetchContract(vehicle: VehicleContracts, action: 'install' | 'update' = 'install'): Promise<VehicleContract> {
    const exiRequest = action === 'install' ? vehicle.installationRequest() : vehicle.updateRequest();
    const answer = await this.ask('Get15118EVCertificate', {
      iso15118SchemaVersion: vehicle.standard.schemaVersion,
      action: action === 'install' ? 'Install' : 'Update',
      exiRequest,
    });
    const { status, exiResponse, statusInfo } = answer;
    if (status === 'Accepted') return vehicle.take(String(exiResponse), action);
    const why = isRecord(statusInfo)
      ? `${String(statusInfo['reasonCode'])}: ${String(statusInfo['additionalInfo'])}`
      : '';
    throw new Error(`The vehicle gets no contract. ${why}`);
  }

  /** C07: what the server says of the contract and of its certificate. */
  async authorize(
    { emaid, chain }: Pick<VehicleContract, 'emaid' | 'chain'>,
    validation: Validation = 'central',
  ): Promise<{ status: string; certificateStatus: string | null }> {
    const shown =
      validation === 'central'
        ? { certificate: chain.map(String).join('') }
        : { iso15118CertificateHashData: chain.slice(0, -1).map((each, index) => ocspData(each, chain[index + 1])) };
    const answer = await this.ask('Authorize', { idToken: { idToken: emaid, type: 'eMAID' }, ...shown });
    const { idTokenInfo, certificateStatus } = answer;
    const { status } = this.station.tokens.learn(emaid, { idTokenInfo }) ?? { status: 'Unknown' };
    return { status, certificateStatus: typeof certificateStatus === 'string' ? certificateStatus : null };
  }

  /** The driver plugs in, and nothing else: the vehicle shows its contract. */
  async begin(evseId: number, contract: VehicleContract, validation?: Validation): Promise<'started' | 'refused'> {
    const { status, certificateStatus } = await this.authorize(contract, validation);
    if (status !== 'Accepted' || certificateStatus !== 'Accepted') return 'refused';
    const start = { evseId, token: contract.emaid, tokenType: 'eMAID' };
    if (this.station.visits.vehicleAt(evseId) === undefined) this.station.sessions.start(start);
    else this.station.visits.authorized(start);
    return 'started';
  }

  /** In 1.6 the message of 2.0.1 goes as text inside a DataTransfer. */
  private async ask(action: string, request: object): Promise<Record<string, unknown>> {
    const isOld = this.station.version === '1.6';
    const wrapped = { vendorId: pncVendor, messageId: action, data: JSON.stringify(request) };
    const answer = await (isOld ? this.station.ask('DataTransfer', wrapped) : this.station.ask(action, request));
    if (!isRecord(answer)) throw new Error(`The server did not answer ${action}.`);
    if (!isOld) return answer;
    const { status, data } = answer;
    const read: unknown = status === 'Accepted' && typeof data === 'string' ? JSON.parse(data) : undefined;
    if (!isRecord(read)) throw new Error(`The server answered ${action} over DataTransfer with ${String(status)}.`);
    return read;
  }
}

function ocspData(certificate: VehicleContract['chain'][number], issuer = certificate) {
  const url = /OCSP - URI:(\S+)/.exec(certificate.infoAccess ?? '')?.[1];
  return { ...certificateHash(certificate, issuer), responderURL: url ?? '' };
}
