/** Port: which process works on the notes of a device. Calls throw while the database is unavailable. */
export interface DeviceClaims {
  /** Gives a device to `holder` until a time; false while another one has it. */
  take(deviceId: number, holder: string, now: Date, until: Date): Promise<boolean>;
  release(deviceId: number, holder: string): Promise<void>;
}
