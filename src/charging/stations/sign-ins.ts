/** By which certificate: its serial number, and what it calls the station. */
export type SignInCertificate = { serialNumber: string; names: readonly string[] };

/** How a station last proved who it is: the security profile of its connection, and when. */
export type SignIn = { profile: number; at: Date; certificate?: SignInCertificate };

/** Of the stations that are connected to this node. After a restart of ours they sign in again, so memory is enough. */
export class SignIns {
  private readonly byStation = new Map<string, SignIn>();

  note(stationId: string, signIn: SignIn): void {
    this.byStation.set(stationId, signIn);
  }

  of(stationId: string): SignIn | undefined {
    return this.byStation.get(stationId);
  }
}
