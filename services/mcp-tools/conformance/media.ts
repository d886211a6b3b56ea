import { Buffer } from "node:buffer";

/** A PNG of one red pixel, in base64. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC";

/** A WAV file in base64. It contains one silent sample: mono, 8,000 samples per second, 8 bits. */
export const WAV = silence().toString("base64");

function silence(): Buffer {
  const file = Buffer.alloc(45);
  file.write("RIFF", 0);
  file.writeUInt32LE(37, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(8_000, 24);
  file.writeUInt32LE(8_000, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write("data", 36);
  file.writeUInt32LE(1, 40);
  file.writeUInt8(0x80, 44);
  return file;
}
