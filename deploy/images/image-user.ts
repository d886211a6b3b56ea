/** The user and group that run a process in its image. No file of the image belongs to them. */
export const IMAGE_USER = { uid: 65_532, gid: 65_532 } as const;
