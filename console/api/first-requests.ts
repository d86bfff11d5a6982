// Written out, since the endpoints of the contract bring their schemas along; a test holds them against it.
export const liveEvents = '/api/events?sessions=true&stations=true';
export const whoAmI = '/api/me';
/** So many rows fill the screen; the rest follows. */
export const firstRows = 100;
export const firstStations = `/api/stations?limit=${firstRows}`;
