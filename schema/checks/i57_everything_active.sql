-- check: I57
-- class: A
-- title: customers, brokers, companies and securities are active
          SELECT 'customer' AS source, c_id::text AS id FROM customer WHERE c_st_id <> 'ACTV'
UNION ALL SELECT 'broker', b_id::text FROM broker WHERE b_st_id <> 'ACTV'
UNION ALL SELECT 'company', co_id::text FROM company WHERE co_st_id <> 'ACTV'
UNION ALL SELECT 'security', s_symb FROM security WHERE s_st_id <> 'ACTV';
