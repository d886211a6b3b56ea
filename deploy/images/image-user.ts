/** The user and the group that run the process in an image. They own no file of the image. */
export const IMAGE_USER = { uid: 65_532, gid: 65_532 } as const;
