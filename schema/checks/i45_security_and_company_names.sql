-- check: I45
-- class: A
-- title: security names derive from company names; company names are unique
SELECT s_symb AS name
FROM security
JOIN company ON co_id = s_co_id
WHERE s_name <> s_issue || ' of ' || co_name
UNION ALL
SELECT co_name
FROM company
GROUP BY co_name
HAVING count(*) > 1;
