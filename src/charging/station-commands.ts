/** What the business asks of a station. The station door implements it, once per OCPP version. */
export type StationCommands = {
  /** The station waiting at the door has been accepted: serve it, and ask it to boot again if it is connected. */
  letIn(stationId: string): Promise<void>;
};
