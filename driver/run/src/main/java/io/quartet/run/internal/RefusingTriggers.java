package io.quartet.run.internal;

/**
 * Deferred triggers on every table. They make every transaction that wrote a row fail at its
 * commit. A killed test leaves them behind, so the next user of the databases removes them first.
 */
public final class RefusingTriggers {

  /** SQLSTATE of the error they raise. */
  public static final String SQLSTATE = "QA001";

  /** Removes them; does nothing where there are none. */
  public static final String REMOVE = "DROP FUNCTION IF EXISTS quartet_acid() CASCADE";

  /** Makes them; there must be none. */
  public static final String INSTALL =
      """
      CREATE FUNCTION quartet_acid() RETURNS trigger LANGUAGE plpgsql AS $function$
      BEGIN
        RAISE EXCEPTION 'refused by the test of atomicity' USING ERRCODE = '%s';
      END $function$;
      DO $block$
      DECLARE
        one regclass;
      BEGIN
        FOR one IN
          SELECT oid FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
        LOOP
          EXECUTE
            'CREATE CONSTRAINT TRIGGER quartet_acid AFTER INSERT OR UPDATE OR DELETE ON ' || one::text
            || ' DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION quartet_acid()';
        END LOOP;
      END $block$
      """
          .formatted(SQLSTATE);

  private RefusingTriggers() {}
}
