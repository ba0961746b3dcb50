/** The rules of the official profile. They may use the classes above; nothing there knows them. */
package io.quartet.audit.internal.official;
